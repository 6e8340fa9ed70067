import { createFanoutHub } from '../../helpers/fanout-hub'
import { fanoutSuite } from './fanout-suite'

fanoutSuite({
  name: 'in one process',
  async open(count) {
    const hub = createFanoutHub()
    return Array.from({ length: count }, () => hub.join())
  },
})
