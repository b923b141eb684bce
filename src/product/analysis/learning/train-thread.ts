import { serveThread } from '../../../platform/threads/thread.ts';
import { type TrainInput, trainStep } from './train-step.ts';

serveThread<TrainInput>(trainStep);
