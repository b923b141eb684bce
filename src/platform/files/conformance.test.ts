import { testFileStore } from './conformance.fixture.ts';
import { TEST_STORES } from './stores.fixture.ts';

for (const [name, open] of TEST_STORES) testFileStore(name, { open });
