import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { basename, join } from 'node:path'

/** A place in a bundle, as a frame of the log names it: `/var/task/index.mjs:1:20417`. Numbers count from one. */
const placeIn = (frame: string) => {
  const [, path, line, column] = /([\w./-]+\.mjs):(\d+):(\d+)/.exec(frame) ?? []
  return path ? { file: basename(path), line: Number(line), column: Number(column) } : undefined
}

/** The place in the sources, such as `lib/table/call.ts:88:13`, of a place in a bundle. `maps` is its folder of maps. */
export const sourceOf = (frame: string, maps: string): string | undefined => {
  const place = placeIn(frame)
  const map = place && join(maps, `${place.file}.map`)
  if (!map || !existsSync(map)) return undefined
  const found = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(
    place.line - 1,
    place.column - 1,
  )
  if (!('originalSource' in found)) return undefined
  const path = found.originalSource.replace(/^(?:\.\.\/)+/, '')
  return `${path}:${found.originalLine + 1}:${found.originalColumn + 1}`
}
