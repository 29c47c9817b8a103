import { serve } from '../../lib/http/serve.ts'
import { contract } from './contract.ts'
import { operations } from './service.ts'

export const handler = serve(contract, operations)
