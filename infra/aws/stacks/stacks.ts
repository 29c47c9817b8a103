import { type App, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import type { Stage } from '../stage.ts'
import { apiStack, type Served } from './api.ts'
import { dataStack } from './data.ts'
import { domainStack } from './domain.ts'
import { mailStack, sendsMail } from './mail.ts'

/** All stacks of a stage: what lasts, what serves, and where the stage has a name of its own, who it is. */
export const stacksOf = (app: App, stage: Stage, served: Served) => {
  const data = dataStack(app, stage)
  const api = apiStack(app, stage, data, served)
  const { domain } = stage
  const names = domain === undefined ? undefined : domainStack(app, { ...stage, domain }, api)
  const mail = sendsMail(stage) ? mailStack(app, stage) : undefined
  Tags.of(app).add('quad:stage', stage.name)
  return { data, api, names, mail }
}

/** Makes synthesis fail on a finding of the AWS Solutions or the Serverless rules that nobody has accepted. */
export const checkRules = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
