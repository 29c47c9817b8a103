import { runInProcess } from '../../lib/http/in-process.ts'
import { serve } from '../../lib/http/serve.ts'
import { contract } from './contract.ts'
import { domains } from './domains.ts'
import { operations } from './operations.ts'

export const handler = serve(contract, operations, undefined, runInProcess(domains))
