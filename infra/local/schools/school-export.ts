import { open } from 'node:fs/promises'
import { type School, schoolSource } from '../../../functions/exports/school-export.ts'

/** Writes a school to a file, as the job does; answers how many lines it has. */
export const exportSchool = async (school: School, path: string): Promise<number> => {
  const source = schoolSource(school)
  const file = await open(path, 'w', 0o600)
  let lines = 0
  try {
    for (let step = await source.next(); step; step = await source.next()) {
      await file.write(step.text)
      lines += step.items
    }
  } finally {
    await file.close()
  }
  return lines
}
