-- Keeps a line of what players of a match say. Its id begins with its stamp: when it was said, in ms since 1970, by the
-- clock of this Redis.
--
-- KEYS  1 stream of lines
-- ARGV  1 line, 2 how many are kept at most, 3 for how many seconds, 4 least stamp
-- Returns the stamp; those of a match never fall.

local lines = KEYS[1]
local time = redis.call('TIME')
local last = redis.call('XREVRANGE', lines, '+', '-', 'COUNT', 1)[1]
local now = math.max(
  tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000),
  tonumber(ARGV[4]),
  last and tonumber(string.match(last[1], '^(%d+)')) or 0
)
redis.call('XADD', lines, 'MAXLEN', ARGV[2], string.format('%.0f-*', now), 'd', ARGV[1])
redis.call('EXPIRE', lines, ARGV[3])
return now
