import type { FunctionDefinition } from '../platform/functions/define.ts';
import { apiKeyFunctions } from './access/api-keys.ts';
import { accessFunctions } from './access/functions.ts';
import { analysisFunctions } from './analysis/functions.ts';
import { batchFunctions } from './batches/functions.ts';
import { environmentFunctions } from './environments/functions.ts';
import { exportBatchFunction } from './export/export-batch.ts';
import { exportTablesFunction } from './export/export-tables.ts';
import { generationFunctions } from './generation/functions.ts';
import { governanceFunctions } from './governance/functions.ts';
import { ingestionFunctions } from './ingestion/functions.ts';
import { organizationFunctions } from './organizations/functions.ts';
import type { Product } from './product.ts';
import { evidencePackFunction, packReceiptFunction } from './proof/evidence-pack/evidence-pack.ts';
import { logStatusFunction } from './proof/log-status.ts';
import { packBatchFunction } from './proof/pack-batch.ts';
import { exportReportPdf, readPrintedReport } from './reports/export-report-pdf.ts';
import { reviewFunctions } from './review/functions.ts';
import { webhookFunctions } from './webhooks/functions.ts';

export function productFunctions(product: Product): FunctionDefinition[] {
  return [
    ...accessFunctions(product),
    ...apiKeyFunctions(product),
    ...organizationFunctions(product),
    ...ingestionFunctions(product),
    ...generationFunctions(product),
    ...batchFunctions(product),
    ...environmentFunctions(product),
    ...webhookFunctions(product),
    ...analysisFunctions(product),
    ...reviewFunctions(product),
    ...governanceFunctions(product),
    exportReportPdf(product),
    exportBatchFunction(product),
    exportTablesFunction(product),
    packBatchFunction(product),
    logStatusFunction(product),
    evidencePackFunction(product, readPrintedReport),
    packReceiptFunction(product, readPrintedReport),
  ];
}
