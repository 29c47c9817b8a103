import { App } from 'aws-cdk-lib'
import { stacksWith } from './code.ts'
import { checkRules } from './rules.ts'
import { readStage } from './stage.ts'

// A program of its own, for the other processor: checks look at templates, and need not wait for the code.
const app = new App()
checkRules(app)
stacksWith(app, readStage(app.node), new Map())
app.synth()
