import { schoolLocale } from '../../../lib/contract/text/locale.ts'
import { mailTexts } from '../../../lib/school-texts.ts'
import { translateRows } from '../templates/rendering.ts'

/** Rows in the language of a BCP 47 tag; without a tag, as they were sent (rules/notifications 28). */
export const inLanguage = async <R extends Parameters<typeof translateRows>[0][number]>(
  rows: readonly R[],
  tag: string | undefined,
): Promise<readonly R[]> =>
  tag === undefined ? rows : translateRows(rows, await mailTexts(schoolLocale({ locale: tag })))
