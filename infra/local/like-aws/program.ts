import { readFigures } from './figures.ts'
import { startModelServer } from './front.ts'

// Started by own-process.ts with the engine's address and the figures. It ends with the process that started it.
const [engine = '', figures = ''] = process.argv.slice(2)
process.once('disconnect', () => process.exit(0))
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)
const front = await startModelServer({ engine, figures: readFigures(figures) })
process.send?.(front.endpoint)
