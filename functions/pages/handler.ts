import { runInProcess } from '../../lib/http/in-process.ts'
import { serve } from '../../lib/http/serve.ts'
import { contract } from './contract.ts'
import { doors } from './doors.ts'
import { operations } from './operations.ts'

export const handler = serve(contract, operations, undefined, runInProcess(doors))
