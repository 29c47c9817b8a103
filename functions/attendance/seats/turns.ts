/** Fewer than the claims that a counter takes, so that two processes of many requests still leave room. */
const mostAtOnce = 10

type Line = { busy: number; readonly waiting: (() => void)[] }

const lines = new Map<string, Line>()

/**
 * Lets so many requests of this process go on with a counter at once, in the order in which they came. A function on AWS
 * serves one request at a time, and nobody waits there. A process of many that has more to do than it can would fill the
 * counter with claims that get no further, and spend the rest of its time on asking for one.
 */
export const inTurn = async <V>(counter: string, act: () => Promise<V>): Promise<V> => {
  const line = lines.get(counter) ?? { busy: 0, waiting: [] }
  lines.set(counter, line)
  if (line.busy < mostAtOnce) line.busy += 1
  else await new Promise<void>((resume) => line.waiting.push(resume))
  try {
    return await act()
  } finally {
    const next = line.waiting.shift()
    if (next) next()
    else {
      line.busy -= 1
      if (line.busy === 0) lines.delete(counter)
    }
  }
}
