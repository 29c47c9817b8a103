import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../../functions/routes.ts'
import { openapi, schemaNames } from '../openapi/openapi.ts'
import { root } from '../places.ts'
import { lastRelease, nextHeading, notes, notesPath, releasedPath } from './release.ts'
import { surfaceOf, surfaceText } from './surface.ts'

// Records the current contract as the one of package.json's release. Later changes are compared with it.
const document = openapi(routes, await schemaNames(routes)) as { readonly info: { readonly version: string } }
const { version } = document.info
const { version: last } = lastRelease()

if (version === last) {
  console.error(`${version} is released already: npm version minor --no-git-tag-version`)
  process.exitCode = 1
} else {
  const today = new Date().toISOString().slice(0, 10)
  const text = notes().replace(
    `${nextHeading}\n`,
    `${nextHeading}\n\nNothing yet.\n\n## ${version} (${today})\n`,
  )
  writeFileSync(join(root, notesPath), text)
  writeFileSync(join(root, releasedPath), `${version}\n\n${surfaceText(surfaceOf(document))}`)
  console.log(
    `${releasedPath} is the contract of ${version} now. Read ${notesPath} once more, and commit both.`,
  )
}
