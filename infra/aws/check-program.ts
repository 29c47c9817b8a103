import { App } from 'aws-cdk-lib'
import { checks } from './checked.ts'
import { stacksWith } from './code.ts'
import { checkRules } from './rules.ts'
import { readStage } from './stage.ts'

// A program of its own, for the other processor: checks look at templates, and need not wait for the code.
const [kept = '', sources = ''] = process.argv.slice(2)

const app = new App()
checkRules(app)
stacksWith(app, readStage(app.node), new Map())
const { directory } = app.synth()
if (!process.exitCode) checks(kept, sources, process.env).note(directory)
