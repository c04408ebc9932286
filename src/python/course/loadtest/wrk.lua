-- Sends the same content repeatedly, and prints wrk's counts as a line of JSON.
-- Without a function `response`, wrk does not copy the answers into Lua.

function init(args)
   local file = assert(io.open(args[1], "rb"))
   wrk.method = "POST"
   wrk.body = file:read("*a")
   file:close()
end

function done(summary, latency, requests)
   local found = {string.format('"0":%d', latency.min)}
   for _, rank in ipairs({"50", "90", "99", "99.9", "99.99"}) do
      local time = latency:percentile(tonumber(rank))
      found[#found + 1] = string.format('"%s":%d', rank, time)
   end
   found[#found + 1] = string.format('"100":%d', latency.max)
   local failed = {}
   for _, what in ipairs({"connect", "read", "write", "status", "timeout"}) do
      failed[#failed + 1] = string.format('"%s":%d', what, summary.errors[what])
   end
   io.write(string.format(
      '{"requests":%d,"bytes":%d,"duration_us":%d,"errors":{%s},"percentiles":{%s}}\n',
      summary.requests, summary.bytes, summary.duration,
      table.concat(failed, ","), table.concat(found, ",")))
end
