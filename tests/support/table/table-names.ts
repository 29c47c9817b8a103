let files = 0
let worlds = 0
let alone = 0

/** From here on `tableName` and `nextWorld` are those of another test file. */
export const startFile = (): void => {
  files += 1
  worlds = 0
}

/** The table of the test file that runs, or one that nothing else uses. */
export const tableName = (own = false): string => {
  if (own) alone += 1
  return `quad-${process.pid}-${files}${own ? `-${alone}` : ''}`
}

/** Counts the worlds of a test file from 1 on, so that keys and ids do not depend on the files before it. */
export const nextWorld = (): number => {
  worlds += 1
  return worlds
}

/** What ends the tables of a test file, where it has made any. */
const endings = new Set<() => Promise<void>>()

export const atEndOfFile = (ending: () => Promise<void>): void => void endings.add(ending)

export const endFile = async (): Promise<void> => {
  for (const ending of endings) await ending()
}
