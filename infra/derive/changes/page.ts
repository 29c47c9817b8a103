import { prose, safe, words } from '../reference/html.ts'
import { differences } from './compare.ts'
import { type Release, notes as writtenNotes } from './release.ts'
import type { Surface } from './surface.ts'

/** The changes page: the written notes, and additions since the last release that the code shows. */
export const changesBody = ({ version, surface }: Release, now: Surface, notes = writtenNotes()): string => {
  const [, text = ''] = notes.split(/^# .*\n/)
  const found = differences(surface, now)
  const lines = found.map(({ of, what }) => `<li><b>${safe(of)}</b> ${words(what)}</li>`)
  const since =
    lines.length === 0
      ? `<p>The interface is that of ${safe(version)}.</p>`
      : `<details><summary>${lines.length} differences from ${safe(version)}, one by one</summary><ul>${lines.join('')}</ul></details>`
  return `<h1>Changes</h1>${prose(text.trim())}<h2 id="since">Since ${safe(version)}</h2>${since}`
}
