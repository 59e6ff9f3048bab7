// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"

#include <csignal>

namespace bubblescope::cli {

namespace {

// A signal handler can reach nothing but a static.
const CancelToken& token()
{
    static const CancelToken instance;
    return instance;
}

void onInterrupt(int signal)
{
    token().cancel();
    std::signal(signal, SIG_DFL);
}

} // namespace

const CancelToken& cancelOnInterrupt()
{
    const CancelToken& result = token(); // made before the handler can ask for it
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGTERM, onInterrupt);
    return result;
}

} // namespace bubblescope::cli
