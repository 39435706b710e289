/**
 * The places of each limit, kept in Redis. Each limit has, under one hash tag so that a cluster keeps them
 * together:
 *
 * - places: a sorted set of the calls that hold one, by the time when it comes free
 * - queue: a sorted set of the calls that wait for one, by the time when they came
 * - plans: a sorted set of the same calls, by the time when they are to ask again
 * - closed: until when a 429 has closed it
 *
 * and all of them one hash of the limits that the service reported. All times are Redis's own, in
 * milliseconds: no process's clock matters. KEYS are the hash, then the four of each limit; ARGV ends with
 * four values of each limit: its name, its size, ms that a place is kept after a call's end, and ms after
 * its start when an end that nobody told is assumed.
 */
const prelude = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function each(first, visit)
  for n = 0, (#KEYS - 1) / 4 - 1 do
    local k, a = 2 + 4 * n, first + 4 * n
    visit({
      places = KEYS[k], queue = KEYS[k + 1], plans = KEYS[k + 2], closed = KEYS[k + 3], name = ARGV[a],
      max = tonumber(redis.call('HGET', KEYS[1], ARGV[a])) or tonumber(ARGV[a + 1]),
      kept = tonumber(ARGV[a + 2]), assumed = tonumber(ARGV[a + 3]),
    })
  end
end
`;

/**
 * Takes a place in every limit, or plans when to ask again, under the same id.
 *
 * ARGV: id, 1 for a retry, patience in ms, ms after which one who has not come for its turn is given up.
 * Returns the wait in ms and the limit that makes it necessary; 0 is a turn, and -1 - wait one that comes
 * too late.
 */
export const acquireScript = `${prelude}
local id, patience, grace = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4])
-- A retry came before everyone who was never tried.
local came = ARGV[2] == '1' and now - 1e13 or now
local latest, obstacle = 0, nil
each(5, function(limit)
  redis.call('ZREMRANGEBYSCORE', limit.places, '-inf', now)
  for _, gone in ipairs(redis.call('ZRANGEBYSCORE', limit.plans, '-inf', now - grace)) do
    redis.call('ZREM', limit.plans, gone)
    redis.call('ZREM', limit.queue, gone)
  end
  local closed = tonumber(redis.call('GET', limit.closed) or '0')
  local held = redis.call('ZCARD', limit.places)
  came = tonumber(redis.call('ZSCORE', limit.queue, id) or came)
  local before = redis.call('ZCOUNT', limit.queue, '-inf', '(' .. string.format('%.17g', came))
  -- Of those who came before, the ones whose turn it is have a place each, though they have not asked yet.
  local due = math.min(before, redis.call('ZCOUNT', limit.plans, '-inf', now))
  if closed <= now and held + due < limit.max then return end
  local position = held - limit.max + before
  local at = now
  if position >= 0 then
    local index = position % limit.max
    local place = redis.call('ZRANGE', limit.places, index, index, 'WITHSCORES')
    -- A call that is under way may end at any moment: its place is looked for again when it has.
    local free = math.min(tonumber(place[2] or now + limit.kept), now + limit.kept)
    at = free + math.floor(position / limit.max) * limit.kept
  end
  at = math.max(at, closed)
  if at >= latest then latest, obstacle = at, limit end
end)
local function leave(limit)
  redis.call('ZREM', limit.queue, id)
  redis.call('ZREM', limit.plans, id)
end
if not obstacle then
  each(5, function(limit)
    leave(limit)
    redis.call('ZADD', limit.places, now + limit.assumed + limit.kept, id)
    -- Whenever the call ends, its place is free by then.
    redis.call('PEXPIRE', limit.places, math.ceil(limit.assumed + 2 * limit.kept))
  end)
  return { 0, '' }
end
local wait = math.max(1, math.ceil(latest - now))
each(5, function(limit)
  if limit.name ~= obstacle.name or wait > patience then return leave(limit) end
  redis.call('ZADD', limit.queue, came, id)
  redis.call('ZADD', limit.plans, latest, id)
  local alive = math.max(redis.call('PTTL', limit.queue), wait + math.ceil(grace))
  redis.call('PEXPIRE', limit.queue, alive)
  redis.call('PEXPIRE', limit.plans, alive)
end)
return { wait > patience and -1 - wait or wait, obstacle.name }
`;

/** A call has ended: its places are kept for one window more. ARGV: id. */
export const endScript = `${prelude}
each(2, function(limit) redis.call('ZADD', limit.places, 'XX', now + limit.kept, ARGV[1]) end)
return 1
`;

/** A call that will not be made gives back its places and its turn. ARGV: id. */
export const giveBackScript = `${prelude}
each(2, function(limit)
  redis.call('ZREM', limit.places, ARGV[1])
  redis.call('ZREM', limit.queue, ARGV[1])
  redis.call('ZREM', limit.plans, ARGV[1])
end)
return 1
`;

/** The service refused a call. ARGV: for how many ms its limits are closed. */
export const closeScript = `${prelude}
local ms = math.ceil(tonumber(ARGV[1]))
each(2, function(limit)
  if redis.call('PTTL', limit.closed) < ms then redis.call('SET', limit.closed, now + ms, 'PX', ms) end
end)
return 1
`;

/**
 * The service reported a limit, and perhaps how much of it is used: what is not ours someone else used.
 * ARGV: id, the reported size, calls used or -1, ms that the report holds.
 */
export const learnScript = `${prelude}
each(5, function(limit)
  redis.call('HSET', KEYS[1], limit.name, ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('ZREMRANGEBYSCORE', limit.places, '-inf', now)
  local foreign = tonumber(ARGV[3]) - redis.call('ZCARD', limit.places)
  for n = 1, foreign do redis.call('ZADD', limit.places, now + limit.kept, ARGV[1] .. ':' .. n) end
  if foreign > 0 then redis.call('PEXPIRE', limit.places, math.ceil(limit.assumed + 2 * limit.kept)) end
end)
return 1
`;
