import { honest } from './honest-mutants.ts'
import type { Mutant } from './mutant.ts'
import { sealings } from './sealed-mutants.ts'
import { signatures } from './signature-mutants.ts'
import { texts } from './text-mutants.ts'
import { wrappings } from './wrapped-mutants.ts'

export const mutants: readonly Mutant[] = [...honest, ...wrappings, ...texts, ...signatures, ...sealings]
