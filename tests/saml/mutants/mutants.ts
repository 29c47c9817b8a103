import { honest } from './honest-mutants.ts'
import { detailed, edited, type Mutant, times } from './mutant.ts'
import { sealings } from './sealed-mutants.ts'
import { signatures } from './signature-mutants.ts'
import { texts } from './text-mutants.ts'
import { wrappings } from './wrapped-mutants.ts'

// At the door the limit of bodies is nearer than the one of documents: settings, even empty ones, keep it from there.
const long = edited(
  'very long',
  'xml',
  (xml) => xml.replace('</samlp:Status>', detailed(`<a>${times(530_000, 'a')}</a>`)),
  { config: {} },
)

export const mutants: readonly Mutant[] = [
  ...honest,
  ...wrappings,
  ...texts,
  ...signatures,
  ...sealings,
  long,
]
