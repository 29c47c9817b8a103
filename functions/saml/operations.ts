import type { Operations } from '../../lib/operation.ts'
import {
  changeSamlConfig,
  getSamlConfig,
  getSamlMetadata,
  getSamlMigration,
  getSamlTrace,
  importSamlMetadata,
  listSamlPresets,
  listSamlTraces,
  redactSamlTrace,
  saveSamlConfig,
  testSamlConfig,
} from './administration.ts'
import { previewSamlIdentity } from './config/identity-preview.ts'
import { closeSamlMigration, openSamlMigration } from './config/migration.ts'
import type { contract } from './contract.ts'
import { getSamlEntrance, receiveSamlResponse, startSamlLink, startSamlLogin } from './login.ts'
import { receivePostedSamlLogout, receiveSamlLogout, startSamlLogout } from './logout.ts'
import { getSamlTestLogin } from './sign-in/request.ts'

export const operations: Operations<typeof contract> = {
  getSamlEntrance,
  startSamlLogin,
  startSamlLink,
  receiveSamlResponse,
  getSamlConfig,
  saveSamlConfig,
  changeSamlConfig,
  testSamlConfig,
  getSamlTestLogin,
  getSamlMetadata,
  importSamlMetadata,
  listSamlPresets,
  getSamlMigration,
  previewSamlIdentity,
  openSamlMigration,
  closeSamlMigration,
  listSamlTraces,
  getSamlTrace,
  redactSamlTrace,
  startSamlLogout,
  receiveSamlLogout,
  receivePostedSamlLogout,
}
