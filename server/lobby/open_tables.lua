-- The one write to the tables at which people wait: all of it, and only if nobody wrote since who writes has read.
-- Sent again when its answer was lost it is refused, and who sent it finds by reading that it was done.
--
-- KEYS  1 tables, a hash that holds the number of the last write under "n"; 2 decks
-- ARGV  1 the number that was read, 2 channel on which that something changed is said; then by threes:
--       number of the key, field, value ("" drops the field)
-- Returns the number of this write, or -1 where somebody was faster.

local number = tonumber(redis.call('HGET', KEYS[1], 'n') or '0')
if number ~= tonumber(ARGV[1]) then return -1 end
for i = 3, #ARGV, 3 do
  local key = KEYS[tonumber(ARGV[i])]
  if ARGV[i + 2] == '' then
    redis.call('HDEL', key, ARGV[i + 1])
  else
    redis.call('HSET', key, ARGV[i + 1], ARGV[i + 2])
  end
end
redis.call('HSET', KEYS[1], 'n', number + 1)
redis.call('SPUBLISH', ARGV[2], number + 1)
return number + 1
