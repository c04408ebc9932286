// Says what is wrong with a value: JSON Schema, as far as the schema of a record needs it.
(function (explorer) {
  "use strict";

  /**
   * @typedef {{path: (string|number)[], says: string}} Fault - where a value is wrong, and how
   * @typedef {(value: unknown) => Fault|null} Check - null: nothing is wrong
   */

  const SHOWN = 40; // characters of a value that a message repeats

  const TYPES = {
    object: { name: "an object", is: isObject },
    array: { name: "a list", is: Array.isArray },
    string: { name: "text", is: (value) => typeof value === "string" },
    number: { name: "a number", is: (value) => typeof value === "number" },
    integer: { name: "a whole number", is: Number.isInteger },
    boolean: { name: "true or false", is: (value) => typeof value === "boolean" },
    null: { name: "null", is: (value) => value === null },
  };

  /** Keyword -> from its argument, and the schema that it stands in, to a check. */
  const KEYWORDS = {
    type(names) {
      const types = [names].flat().map((name) => TYPES[name]);
      const wanted = types.map((type) => type.name).join(" or ");
      return (value) =>
        types.some((type) => type.is(value)) ? null : here(value, `it must be ${wanted}`);
    },
    const: (wanted) => (value) =>
      value === wanted ? null : here(value, `it must be ${JSON.stringify(wanted)}`),
    enum(options) {
      const valid = options.map((option) => JSON.stringify(option)).join(", ");
      return (value) => (options.includes(value) ? null : here(value, `valid: ${valid}`));
    },
    required: (names) => (value) => {
      const missing = isObject(value) && names.find((name) => !Object.hasOwn(value, name));
      return missing ? { path: [missing], says: "is missing" } : null;
    },
    additionalProperties(allowed, { properties = {} }) {
      if (allowed !== false) {
        throw new Error("additionalProperties can only be forbidden");
      }
      const valid = Object.keys(properties).join(", ");
      return (value) => {
        const known = (name) => Object.hasOwn(properties, name);
        const strange = isObject(value) && Object.keys(value).find((name) => !known(name));
        const says = `is no field here; there are ${valid}`;
        return strange === undefined || strange === false ? null : { path: [strange], says };
      };
    },
    properties(schemas) {
      const checks = Object.entries(schemas).map(([name, schema]) => [name, compile(schema)]);
      return (value) => {
        if (isObject(value)) {
          for (const [name, check] of checks) {
            const fault = Object.hasOwn(value, name) ? check(value[name]) : null;
            if (fault) {
              return inside(name, fault);
            }
          }
        }
        return null;
      };
    },
    items(schema, { prefixItems = [] }) {
      const check = compile(schema);
      return (value) => firstFault(value, prefixItems.length, () => check);
    },
    prefixItems(schemas) {
      const checks = schemas.map(compile);
      return (value) => firstFault(value, 0, (place) => checks[place]);
    },
    minItems: (least) => (value) =>
      Array.isArray(value) && value.length < least
        ? { path: [], says: `has ${value.length} entries; it must have ${least} at least` }
        : null,
    maxItems: (most) => (value) =>
      Array.isArray(value) && value.length > most
        ? { path: [], says: `has ${value.length} entries; it must have ${most} at most` }
        : null,
    minimum: (least) => (value) =>
      value < least && isNumber(value) ? here(value, `it must be ${least} at least`) : null,
    maximum: (most) => (value) =>
      value > most && isNumber(value) ? here(value, `it must be ${most} at most`) : null,
    exclusiveMinimum: (least) => (value) =>
      value <= least && isNumber(value) ? here(value, `it must be more than ${least}`) : null,
    minLength: (least) => (value) =>
      typeof value === "string" && value.length < least ? here(value, "it is too short") : null,
    pattern(text) {
      const expression = new RegExp(text, "u");
      return (value) =>
        typeof value !== "string" || expression.test(value)
          ? null
          : here(value, `it must look like ${text}`);
    },
    allOf: (schemas) => all(schemas.map(compile)),
    oneOf(schemas) {
      const checks = schemas.map(compile);
      return (value) => {
        const faults = checks.map((check) => check(value)).filter(Boolean);
        const fitting = checks.length - faults.length;
        if (fitting === 1) {
          return null;
        }
        if (fitting > 1) {
          return here(value, "it fits more than one form");
        }
        // The form that the value comes closest to is the one that it was meant to have.
        return faults.reduce((a, b) => (b.path.length >= a.path.length ? b : a));
      };
    },
    if(condition, schema) {
      const holds = compile(condition);
      const [yes, no] = [compile(schema.then ?? {}), compile(schema.else ?? {})];
      return (value) => (holds(value) ? no(value) : yes(value));
    },
    then: () => () => null, // `if` has seen to both
    else: () => () => null,
  };

  /**
   * A check that looks at a value in the schema's own order and stops at the first fault.
   *
   * @param {object} schema - without references
   * @returns {Check}
   * @throws {Error} for a keyword that is not among ours
   */
  function compile(schema) {
    return all(
      Object.entries(schema).map(([keyword, argument]) => {
        if (!Object.hasOwn(KEYWORDS, keyword)) {
          throw new Error(`nothing checks the schema's keyword “${keyword}”`);
        }
        return KEYWORDS[keyword](argument, schema);
      }),
    );
  }

  /** @returns {Check} */
  function all(checks) {
    return (value) => {
      for (const check of checks) {
        const fault = check(value);
        if (fault) {
          return fault;
        }
      }
      return null;
    };
  }

  /** Looks at a list's entries from a place on; `checkOf` may know none for a place. */
  function firstFault(value, from, checkOf) {
    if (Array.isArray(value)) {
      for (let place = from; place < value.length; place++) {
        const fault = checkOf(place)?.(value[place]);
        if (fault) {
          return inside(place, fault);
        }
      }
    }
    return null;
  }

  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  function isNumber(value) {
    return typeof value === "number";
  }

  function inside(name, fault) {
    fault.path.unshift(name);
    return fault;
  }

  function here(value, wanted) {
    return { path: [], says: `is ${shown(value)}; ${wanted}` };
  }

  function shown(value) {
    if (Array.isArray(value)) {
      return "a list";
    }
    const text = isObject(value) ? "an object" : JSON.stringify(value);
    return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  }

  /** A fault in one line: ``cell.collector is "g2"; valid: …``. */
  function inWords({ path, says }) {
    const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
    const where = steps.join("").replace(/^\./u, "") || "the record";
    return `${where} ${says}`;
  }

  explorer.schema = { compile, inWords };
})((globalThis.courseExplorer ??= {}));
