import { problem } from '../problem.ts'
import { mediaSource } from './media.ts'
import { openPlace, runProgram } from './place.ts'
import { importSchool } from './school-import.ts'

await runProgram(async () => {
  const [path, media] = process.argv.slice(2)
  if (!path) throw problem('Name the file: npm run import -- <file> [folder or address of its media]')
  const { tenant, items, missingMedia } = await importSchool(await openPlace(), path, mediaSource(media))
  console.log(`${tenant}: ${items} items.`)
  for (const key of missingMedia) console.log(`missing  ${key}`)
  return missingMedia.length === 0
})
