import { expect, it } from 'vitest'
import { bigNumbers } from '../../../functions/pages/layout/chart.ts'
import { type Reader, renderFor } from '../../../functions/pages/locale.ts'

it('figures are written with the decimals of the reader', () => {
  const reader = { within: { request: { languages: { accepted: 'es-ES' } }, visit: {} } }
  const shown = renderFor(reader as unknown as Reader, () => String(bigNumbers([['Eventos', 2.2]])))
  expect(shown).toContain('<dd class="num">2,2</dd>')
})
