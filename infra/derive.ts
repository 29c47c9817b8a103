import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { routes } from '../functions/routes.ts'
import { builtFiles, committedFiles } from './derive/derived-files.ts'
import { filesIn, root, textOf } from './derive/places.ts'

// `--build` makes the files that are not committed, `--check` only compares the committed ones.
const builds = process.argv.includes('--build')
const files = await (builds ? builtFiles(routes) : committedFiles(routes))
const different = [...files].filter(([path, text]) => textOf(path) !== text)
const stale = filesIn(builds ? 'dist/client' : 'events').filter((path) => !files.has(path))

if (process.argv.includes('--check')) {
  for (const [path] of different) console.error(`${path} is not what the code says`)
  for (const path of stale) console.error(`${path} belongs to no operation`)
  if (different.length + stale.length > 0) {
    console.error('Run npm run derive and commit what it writes.')
    process.exitCode = 1
  }
} else {
  for (const [path, text] of different) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of stale) rmSync(join(root, path))
  console.log(`${files.size} files, ${different.length} written, ${stale.length} removed`)
}
