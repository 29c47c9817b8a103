import { afterAll } from 'vitest'
import { endFile, startFile } from '../table/table-names.ts'

// Runs before each test file. A worker keeps its modules from file to file, because loading the platform anew for
// each costs more than most files take; what the files write stays apart in tables of their own.
startFile()

afterAll(endFile)
