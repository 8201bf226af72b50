-- The journal's writes, each one atomic. Redis does not roll a script back, so each validates everything before its
-- first write. Each may be sent again when its answer was lost, and then does no more.
--
-- A match's owner is "NUMBER:NODE"; the number only rises; without a node the match was handed over and nobody has
-- it yet. A stream entry's id is "SEQ-0", its fields are b (batch id, which makes a resend harmless, and behind a space
-- its stamp) and e (the entry). The stamp is when it was taken, in ms since 1970, by the clock of this Redis.
--
-- KEYS  1 journal stream, 2 owner, 3 meta hash
-- ARGV  1 verb, then by verb:
--   create  2 node, 3 batch id, 4 entry, 5 status, 6 least stamp
--   owner
--   take    2 node, 3 expected number
--   release 2 number, 3 node
--   append  2 number, 3 node, 4 seq, 5 batch id, 6 entry, 7 status or "", 8 "1" if it begins a segment,
--           9 least stamp, 10 stamp that it had before this Redis forgot it, or "",
--           11.. channel, payload, channel, payload ...
--   drop    2 seq of the last entry, 3 seconds for which nobody else may be the owner
-- Returns {outcome, number}: the last sequence number, with the entry's stamp where one is there now; for owner
-- {outcome, number, node, status}, for take the owner's number, then the last sequence number and that entry's stamp.

local OK, DUP, FENCED, REGRESSED, CONFLICT, UNKNOWN = 0, 1, 2, 3, 4, 5

local journal, owner, meta = KEYS[1], KEYS[2], KEYS[3]

local function last()
  local found = redis.call('XREVRANGE', journal, '+', '-', 'COUNT', 1)[1]
  return found and tonumber(string.match(found[1], '^(%d+)')) or 0
end

-- Batch id and stamp; journals of old have none.
local function read(found)
  if not found then return '', 0 end
  local batch, stamp = string.match(found[2][2], '^(%S*) ?(%d*)$')
  return batch, tonumber(stamp) or 0
end

local function batch_of(seq)
  return read(redis.call('XRANGE', journal, seq, seq)[1])
end

-- No entry is stamped before the last one, nor before what its owner knows the time to be: a clock may be set back.
local function stamped(batch, least, before)
  if before ~= '' then return batch .. ' ' .. before, tonumber(before) end
  local time = redis.call('TIME')
  local now = math.max(tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000), tonumber(least))
  return string.format('%s %.0f', batch, now), now
end

local function held()
  local value = redis.call('GET', owner)
  if not value then return 0, '' end
  local number, node = string.match(value, '^(%d+):(.*)$')
  return tonumber(number), node
end

-- Something is written, so that whoever waits for replicas waits for all that was written before.
local function again(seq, stamp)
  redis.call('SET', owner, redis.call('GET', owner))
  return {DUP, seq, stamp}
end

local function claim(number, node)
  redis.call('SET', owner, string.format('%d:%s', number, node))
end

local function create(node, batch, entry, status, least)
  local seq = last()
  local there, stamp = batch_of(1)
  if seq == 1 and there == batch then return again(1, stamp) end
  if seq > 0 or redis.call('EXISTS', owner) == 1 then return {CONFLICT, seq} end
  claim(1, node)
  redis.call('HSET', meta, 'status', status)
  local written, now = stamped(batch, least, '')
  redis.call('XADD', journal, '1-0', 'b', written, 'e', entry)
  return {OK, 1, now}
end

local function owned_by()
  if redis.call('EXISTS', journal) == 0 then return {UNKNOWN, 0, '', ''} end
  local number, node = held()
  return {OK, number, node, redis.call('HGET', meta, 'status') or 'running'}
end

local function take(node, expected)
  local seq = last()
  if seq == 0 then return {UNKNOWN, 0, 0, 0} end
  local _, stamp = batch_of(seq)
  local number, by = held()
  if number == expected + 1 and by == node then return {OK, number, seq, stamp} end
  if number ~= expected then return {FENCED, number, seq, stamp} end
  claim(number + 1, node)
  return {OK, number + 1, seq, stamp}
end

local function release(number, node)
  local owned, by = held()
  if owned == number and by == node then claim(number, '') end
  return {OK, owned}
end

local function append(number, node, seq, batch, entry, status, head, least, before)
  if #ARGV % 2 == 1 then return redis.error_reply('ERR a channel without a payload') end
  local owned, by = held()
  -- A smaller number means that Redis forgot our claim; the same one under another name is another's claim.
  if owned > number or (owned == number and by ~= node) then return {FENCED, owned} end
  -- Entries are numbered from 1: where none is missing their count is the last number, and costs less to ask for.
  local at = redis.call('XLEN', journal)
  if at ~= seq - 1 then at = last() end
  if at >= seq then
    local there, stamp = batch_of(seq)
    if there == batch then return again(at, stamp) end
    return {CONFLICT, at}
  end
  if at < seq - 1 then return {REGRESSED, at} end
  if owned < number then claim(number, node) end
  if status ~= '' then redis.call('HSET', meta, 'status', status) end
  if head ~= '' then redis.call('HSET', meta, 'head', seq) end
  local written, now = stamped(batch, least, before)
  redis.call('XADD', journal, seq .. '-0', 'b', written, 'e', entry)
  for i = 11, #ARGV, 2 do
    redis.call('SPUBLISH', ARGV[i], ARGV[i + 1])
  end
  return {OK, seq, now}
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
  return append(
    tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10]
  )
elseif verb == 'create' then
  return create(ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6])
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
