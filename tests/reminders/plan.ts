import type { Seeded } from '../load/seeded.ts'

/** Hours since the month began. Events start ten minutes past theirs; everything else happens at the full hour. */
export type Turn = { readonly at: number; readonly start: number; readonly live: boolean }

/** An event and what becomes of it, in order: it is made, moved, called off, taken up again. */
export type Planned = { readonly eventId: string; readonly turns: readonly Turn[] }

/** Hours before the start at which people are reminded. */
export const intervals = [24, 2] as const

type Size = { readonly events: number; readonly days: readonly number[] }

const oneOf = <T>(random: Seeded, all: readonly T[], otherwise: T): T =>
  all[random.between(0, all.length - 1)] ?? otherwise

const next = (random: Seeded, { at, start, live }: Turn, starts: readonly number[]): Turn | undefined => {
  const from = at + 1
  if (from >= start) return undefined
  // Often close to a reminder, before it or after it.
  const when = Math.max(from, start - oneOf(random, [1, 2, 3, 20, 23, 24, 25, 26, 40], 1))
  const ahead = starts.filter((one) => one > when)
  if (!live) return { at: when, start, live: true }
  const moved = oneOf(random, ahead, start)
  return random.next() < 0.4 ? { at: when, start, live: false } : { at: when, start: moved, live: true }
}

/** The same months for the same seed: every third event or so changes, some of them more than once. */
export const monthOf = (random: Seeded, { events, days }: Size): readonly Planned[] => {
  const starts = days.flatMap((day) => [9, 14, 19].map((hour) => day * 24 + hour))
  return Array.from({ length: events }, (_, number) => {
    let last: Turn = { at: 0, start: oneOf(random, starts, 48), live: true }
    const turns = [last]
    while (random.next() < 0.5 && turns.length < 4) {
      const turn = next(random, last, starts)
      if (!turn) break
      turns.push(turn)
      last = turn
    }
    return { eventId: `month-${number}`, turns }
  })
}

/** Who is to be reminded of what: start and interval of every reminder that an event has to send. */
export const expectedOf = ({ turns }: Planned): readonly { start: number; hours: number }[] =>
  turns.flatMap(({ at, start, live }, number) => {
    const until = turns[number + 1]?.at ?? Number.POSITIVE_INFINITY
    // A start is ten minutes past the hour, so whoever changes something at the hour comes before the reminder.
    const due = (hours: number): boolean => start - hours >= at && start - hours < until
    return live ? intervals.filter(due).map((hours) => ({ start, hours })) : []
  })

/** Hours before a start that are worth a look. */
const telling = [27, 26, 25, 24, 23, 22, 4, 3, 2, 1, 0, -1, -2]

/** Hours at which the month is looked at: those around a reminder, a start or a change, and each third midnight. */
export const hoursOf = (month: readonly Planned[], last: number): readonly number[] => {
  const busy = month.flatMap(({ turns }) =>
    turns.flatMap(({ at, start }) => [at, ...telling.map((before) => start - before)]),
  )
  const days = Array.from({ length: Math.ceil(last / 72) + 1 }, (_, day) => day * 72)
  return [...new Set([...busy, ...days])].filter((hour) => hour > 0 && hour <= last).sort((a, b) => a - b)
}
