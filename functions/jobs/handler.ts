// Made by `npm run derive` from functions/routes.ts.
import { serve } from '../../lib/http/serve.ts'
import { contract } from './contract.ts'
import { operations } from './operations.ts'

export const handler = serve(contract, operations)
