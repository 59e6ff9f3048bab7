// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_program.h"

int main(int argc, char** argv)
{
    return bubblescope::cli::runProgram(argc, argv);
}
