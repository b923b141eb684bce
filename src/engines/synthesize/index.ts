export { fit } from './fit.ts';
export {
  BLOCK_ROWS,
  engineVersion,
  FitCancelled,
  type FitOptions,
  FitRefused,
  type Model,
  type SynthesisMode,
} from './model.ts';
export { ModelUnreadable, modelFromBytes, modelHash, modelToBytes } from './model-file.ts';
export { type SampleRequest, sample, sampleBlock } from './sample.ts';
