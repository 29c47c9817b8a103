import { App } from 'aws-cdk-lib'
import { stacksWith } from './code.ts'
import { checkRules } from './rules.ts'
import { readStage } from './stage.ts'

// Runs as a separate program on another processor: checks read templates and need not wait for the code.
const app = new App()
checkRules(app)
stacksWith(app, readStage(app.node), new Map())
app.synth()
