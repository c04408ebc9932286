#pragma once

/// Would stand in the place of what the driver reads with.
