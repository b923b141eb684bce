import { serveThread } from '../../platform/threads/thread.ts';
import { type AnalysisInput, analyzeFile } from './analyze-file.ts';

serveThread<AnalysisInput>(analyzeFile);
