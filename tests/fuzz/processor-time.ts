/** Milliseconds of processor that an input may cost on a quiet machine; a busy one takes several times as long. */
export const budgetMs = 100
export const tolerance = 10

/** Processor time of the cheapest of three runs, in milliseconds: other work on the machine only adds. */
export const processorTimeOf = async (run: () => unknown, rounds = 3): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const from = process.cpuUsage()
    try {
      await run()
    } catch {
      // A refusal is what most of these inputs deserve.
    }
    const { user, system } = process.cpuUsage(from)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
