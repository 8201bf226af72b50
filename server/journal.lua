-- The journal's writes, each one atomic. Redis does not roll a script back, so each validates everything before its
-- first write. Each may be sent again when its answer was lost, and then does no more.
--
-- A match's owner is "NUMBER:NODE"; the number only rises; without a node the match was handed over and nobody has
-- it yet. A stream entry's id is "SEQ-0", its fields are b (batch id, which makes a resend harmless) and e (the entry).
--
-- KEYS  1 journal stream, 2 owner, 3 meta hash
-- ARGV  1 verb, then by verb:
--   create  2 node, 3 batch id, 4 entry, 5 status
--   owner
--   take    2 node, 3 expected number
--   release 2 number, 3 node
--   append  2 number, 3 node, 4 seq, 5 batch id, 6 entry, 7 status or "", 8 "1" if it begins a segment,
--           9.. channel, payload, channel, payload ...
--   drop    2 seq of the last entry, 3 seconds for which nobody else may be the owner
-- Returns {outcome, number}: the last sequence number; for owner {outcome, number, node, status}, for take the
-- owner's number and then the last sequence number.

local OK, DUP, FENCED, REGRESSED, CONFLICT, UNKNOWN = 0, 1, 2, 3, 4, 5

local journal, owner, meta = KEYS[1], KEYS[2], KEYS[3]

local function last()
  local found = redis.call('XREVRANGE', journal, '+', '-', 'COUNT', 1)[1]
  return found and tonumber(string.match(found[1], '^(%d+)')) or 0
end

local function batch_of(seq)
  local found = redis.call('XRANGE', journal, seq, seq)[1]
  return found and found[2][2]
end

local function held()
  local value = redis.call('GET', owner)
  if not value then return 0, '' end
  local number, node = string.match(value, '^(%d+):(.*)$')
  return tonumber(number), node
end

-- Something is written, so that whoever waits for replicas waits for all that was written before.
local function again(seq)
  redis.call('SET', owner, redis.call('GET', owner))
  return {DUP, seq}
end

local function claim(number, node)
  redis.call('SET', owner, string.format('%d:%s', number, node))
end

local function create(node, batch, entry, status)
  local seq = last()
  if seq == 1 and batch_of(1) == batch then return again(1) end
  if seq > 0 or redis.call('EXISTS', owner) == 1 then return {CONFLICT, seq} end
  claim(1, node)
  redis.call('HSET', meta, 'status', status)
  redis.call('XADD', journal, '1-0', 'b', batch, 'e', entry)
  return {OK, 1}
end

local function owned_by()
  if redis.call('EXISTS', journal) == 0 then return {UNKNOWN, 0, '', ''} end
  local number, node = held()
  return {OK, number, node, redis.call('HGET', meta, 'status') or 'running'}
end

local function take(node, expected)
  local seq = last()
  if seq == 0 then return {UNKNOWN, 0, 0} end
  local number, by = held()
  if number == expected + 1 and by == node then return {OK, number, seq} end
  if number ~= expected then return {FENCED, number, seq} end
  claim(number + 1, node)
  return {OK, number + 1, seq}
end

local function release(number, node)
  local owned, by = held()
  if owned == number and by == node then claim(number, '') end
  return {OK, owned}
end

local function append(number, node, seq, batch, entry, status, head)
  if #ARGV % 2 == 1 then return redis.error_reply('ERR a channel without a payload') end
  local owned, by = held()
  -- A smaller number means that Redis forgot our claim; the same one under another name is another's claim.
  if owned > number or (owned == number and by ~= node) then return {FENCED, owned} end
  -- Entries are numbered from 1: where none is missing their count is the last number, and costs less to ask for.
  local at = redis.call('XLEN', journal)
  if at ~= seq - 1 then at = last() end
  if at >= seq then
    if batch_of(seq) == batch then return again(at) end
    return {CONFLICT, at}
  end
  if at < seq - 1 then return {REGRESSED, at} end
  if owned < number then claim(number, node) end
  if status ~= '' then redis.call('HSET', meta, 'status', status) end
  if head ~= '' then redis.call('HSET', meta, 'head', seq) end
  redis.call('XADD', journal, seq .. '-0', 'b', batch, 'e', entry)
  for i = 9, #ARGV, 2 do
    redis.call('SPUBLISH', ARGV[i], ARGV[i + 1])
  end
  return {OK, seq}
end

-- Of a match that is over; who still holds it is fenced.
local function drop(seq, seconds)
  local at = last()
  if at == 0 then return {DUP, 0} end
  local status = redis.call('HGET', meta, 'status')
  if at ~= seq or not status or status == 'running' then return {CONFLICT, at} end
  local number = held()
  redis.call('SET', owner, string.format('%d:', number + 1), 'EX', seconds)
  redis.call('DEL', journal, meta)
  return {OK, at}
end

local verb = ARGV[1]
if verb == 'append' then
  return append(tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6], ARGV[7], ARGV[8])
elseif verb == 'create' then
  return create(ARGV[2], ARGV[3], ARGV[4], ARGV[5])
elseif verb == 'owner' then
  return owned_by()
elseif verb == 'take' then
  return take(ARGV[2], tonumber(ARGV[3]))
elseif verb == 'release' then
  return release(tonumber(ARGV[2]), ARGV[3])
elseif verb == 'drop' then
  return drop(tonumber(ARGV[2]), ARGV[3])
end
return redis.error_reply('ERR no such verb')
