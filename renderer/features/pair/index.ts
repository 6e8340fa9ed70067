export { PairScreen } from './pair-screen'
