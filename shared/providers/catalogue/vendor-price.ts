import type { ModelPrice } from '../model-provider'
import { bundledTable } from './bundled'
import { modelAnywhere } from './find-model'

/** A vendor's price of a model, whoever serves it; for comparing, not for billing. */
export const priceOf = (modelId: string): ModelPrice | null => modelAnywhere(bundledTable, modelId)?.price ?? null
