package allocpool.workload;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses an enum's constant from its name in lower case; the error lists all of them.
 *
 * @param <E> the enum
 */
abstract class LowerCaseNames<E extends Enum<E>> implements ITypeConverter<E> {
  private final E[] constants;

  private LowerCaseNames(E[] constants) {
    this.constants = constants;
  }

  static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public E convert(String value) {
    return Arrays.stream(constants)
        .filter(constant -> nameOf(constant).equals(value))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException(
            "'" + value + "' is none of "
                + Arrays.stream(constants)
                    .map(LowerCaseNames::nameOf)
                    .collect(Collectors.joining(", "))));
  }

  /** Names of strategies. */
  static final class Strategies extends LowerCaseNames<StrategyKind> {
    Strategies() {
      super(StrategyKind.values());
    }
  }

  /** Names of modes. */
  static final class Modes extends LowerCaseNames<Mode> {
    Modes() {
      super(Mode.values());
    }
  }

  /** Names of generators. */
  static final class Generators extends LowerCaseNames<Generator.Kind> {
    Generators() {
      super(Generator.Kind.values());
    }
  }

  /** Names of clocks. */
  static final class Clocks extends LowerCaseNames<ClockKind> {
    Clocks() {
      super(ClockKind.values());
    }
  }

  /** Names of output formats. */
  static final class Formats extends LowerCaseNames<Format> {
    Formats() {
      super(Format.values());
    }
  }
}
