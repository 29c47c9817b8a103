import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { routes } from '../functions/routes.ts'
import { derivedFiles } from './derive/derived-files.ts'
import { filesIn, root, textOf } from './derive/places.ts'

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

// A path takes only what lies below it: `node infra/derive.ts docs/client`.
const [below = ''] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const derived = await derivedFiles(routes)
const different = [...derived]
  .filter(([path, text]) => path.startsWith(below) && textOf(path) !== text)
  .map(([path]) => path)
const stale = ['events', 'docs/client']
  .flatMap(filesIn)
  .filter((path) => path.startsWith(below) && !derived.has(path))

if (process.argv.includes('--check')) {
  for (const path of different) console.error(`${path} is not what the code says`)
  for (const path of stale) console.error(`${path} belongs to no operation`)
  if (different.length + stale.length > 0) {
    console.error('Run npm run derive and commit what it writes.')
    process.exitCode = 1
  }
} else {
  for (const path of different) write(path, derived.get(path) ?? '')
  for (const path of stale) rmSync(join(root, path))
  console.log(`${derived.size} files, ${different.length} written, ${stale.length} removed`)
}
