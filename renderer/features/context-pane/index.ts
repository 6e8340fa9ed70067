export { CurrentContext as default } from './current-context'
