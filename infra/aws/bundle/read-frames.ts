import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleAll } from './bundle.ts'
import { sourceOf } from './frames.ts'

/** Prints the places in the sources of frames from the log of a function, one on each line. */
const main = async ([domain, ...frames]: readonly string[]): Promise<void> => {
  if (!domain || frames.length === 0) {
    process.stderr.write('Usage: npm run frames -- <domain> <frame> ...\n')
    process.exitCode = 1
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'frames-'))
  try {
    await bundleAll([domain], folder)
    const maps = join(folder, 'source-maps', domain)
    for (const frame of frames.flatMap((text) => text.split('\n')))
      process.stdout.write(`${frame.trim()} -> ${sourceOf(frame, maps) ?? 'not in this release'}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main(process.argv.slice(2))
