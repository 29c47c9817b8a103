import { invalid, missing } from '../../../lib/contract/failure.ts'

export const ExportMissing = missing('No such export has been started', 'EXPORT_NOT_FOUND')
export const ExportFormat = invalid('This export does not come in that format', 'EXPORT_FORMAT')
