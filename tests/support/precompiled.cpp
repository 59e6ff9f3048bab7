// SPDX-License-Identifier: Apache-2.0
// Only its precompiled headers are used.
