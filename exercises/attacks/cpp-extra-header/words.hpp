#pragma once

/// Would replace the header that the driver reads with.
